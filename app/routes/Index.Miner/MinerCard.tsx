import type { Place } from "~/components/EndlessProducts";
import { StatusTag } from "~/components/StatusTag";
import type { Miner } from "./route";

/** A hosted miner in the list: what it is, its status, and the attributes that tell it from its neighbours. */
export function MinerCard({ miner, id, eager }: Place & { miner: Miner }) {
  return (
    <article className="card product" id={id}>
      <a className="product-link" href={`/MinerProductDetail/${encodeURIComponent(miner.productId)}`}>
        <span className="product-head product-head-large">
          {miner.thumbnail ? (
            <img src={miner.thumbnail} alt="" width="96" height="96" loading={eager ? undefined : "lazy"} />
          ) : null}
          <span className="product-name">
            <strong className="product-title">{miner.title}</strong>
            <StatusTag status={miner.status} text={miner.statusText} />
          </span>
        </span>
      </a>
      {miner.attributes.length ? (
        <dl className="facts facts-highlights">
          {miner.attributes.map(({ attr, description }, index) => (
            <div key={index}>
              <dt>{attr}</dt>
              <dd>{description}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </article>
  );
}
