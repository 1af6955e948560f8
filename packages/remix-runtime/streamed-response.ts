/**
 * A streamed response, for a file that is too long to buffer. If producing it fails, the connection is cut, so that no
 * client takes the file for complete.
 */
export class StreamedResponse extends Response {
  /** @param pieces each is produced once the previous one is sent; closed when the visitor leaves */
  constructor(pieces: AsyncGenerator<string, void>, init: ResponseInit) {
    const encoder = new TextEncoder();
    const body = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          let next = await pieces.next();
          while (!next.done && next.value === "") next = await pieces.next();
          if (next.done) controller.close();
          else controller.enqueue(encoder.encode(next.value));
        },
        async cancel() {
          await pieces.return();
        },
      },
      // Each piece is produced only when pulled.
      { highWaterMark: 0 },
    );
    super(body, init);
  }
}
