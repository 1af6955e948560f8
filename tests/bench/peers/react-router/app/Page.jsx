export const metaOf = (page) => [{ title: page.title }, { name: "description", content: page.description }];

export const Page = ({ page }) => (
  <div className="frame">
    {page.sections.map(({ heading, texts, links, facts, pictures }, at) => (
      <section className="section" key={at}>
        {heading ? <h2>{heading}</h2> : null}
        {texts.map((text, at) => (
          <p className="note" key={at}>
            {text}
          </p>
        ))}
        {facts.length > 0 ? (
          <dl className="facts">
            {facts.map(({ term, value }, at) => (
              <div className="fact" key={at}>
                <dt>{term}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        ) : null}
        {pictures.map(({ src, width, height }, at) => (
          <img src={src} width={width} height={height} alt="" loading="lazy" key={at} />
        ))}
        <ul className="links">
          {links.map(({ href, text }, at) => (
            <li key={at}>
              <a className="link" href={href}>
                {text}
              </a>
            </li>
          ))}
        </ul>
      </section>
    ))}
  </div>
);
