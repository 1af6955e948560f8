import { afterEach } from "vitest";
import { startPeer } from "@storefront/test-support/peer";
import { envelope } from "./upstream-peer";

/**
 * An upstream that publishes this many notices, numbered from the newest, and responds to nothing else. It ends with
 * the test.
 *
 * @returns its address, and how many pages of notices it was asked for
 */
export async function longNotices(count: number): Promise<{ url: string; calls: () => number }> {
  const peer = await startPeer();
  running.push(peer);
  peer.reply = ({ path, body }) => {
    if (!path.endsWith("/notice_info_list")) return envelope(null, "1");
    const { page, pageSize } = JSON.parse(body) as { page: number; pageSize: number };
    const first = (page - 1) * pageSize + 1;
    const length = Math.max(0, Math.min(pageSize, count - first + 1));
    const noticeInfoList = Array.from({ length }, (_, index) => ({
      id: first + index,
      title: `Notice ${first + index}`,
      content: `<p>Text ${first + index}</p>`,
      timeLong: 1_628_238_650_000,
    }));
    return envelope({ count, noticeInfoList });
  };
  const calls = () => peer.requests.filter(({ path }) => path.endsWith("/notice_info_list")).length;
  return { url: peer.url, calls };
}

const running: { close(): Promise<void> }[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((peer) => peer.close()));
});
