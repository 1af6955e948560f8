/** A response too long to buffer. A failure cuts the connection, so that no client takes the file for complete. */
export class StreamedResponse extends Response {
  /** @param pieces produced one by one, when the previous one has been sent; closed if the visitor leaves */
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
      // With 0, each piece is produced only when it is pulled.
      { highWaterMark: 0 },
    );
    super(body, init);
  }
}
