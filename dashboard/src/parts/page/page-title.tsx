/** The heading of a page, which also names it in the tab and the history of the browser. */
export function PageTitle({ children }: { readonly children: string }) {
  return (
    <>
      <title>{`${children} – Trackway`}</title>
      <h1>{children}</h1>
    </>
  );
}
