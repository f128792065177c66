export function NotFound() {
  return (
    <div className="door">
      <div className="panel stack">
        <h1>There is no such page</h1>
        <p>
          The address may be old or incomplete. <a href="/">Go to the start page</a>.
        </p>
      </div>
    </div>
  );
}
