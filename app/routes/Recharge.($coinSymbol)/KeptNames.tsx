import { Fragment } from "react";
import { Kept } from "~/i18n/text";

/** A sentence in which page translators also leave these names of coins and networks as they are. */
export function KeptNames({ names, children: text }: { names: readonly string[]; children: string }) {
  const [name, ...others] = names.filter(Boolean);
  if (name === undefined) return <Kept>{text}</Kept>;
  return (
    <span>
      {text.split(name).map((part, index) => (
        <Fragment key={index}>
          {index ? <span translate="no">{name}</span> : null}
          <KeptNames names={others}>{part}</KeptNames>
        </Fragment>
      ))}
    </span>
  );
}
