/** A person without a place in the organization of the address, or in any. */
export function Nowhere() {
  return (
    <div className="door">
      <div className="panel stack">
        <h1>You are not a member here</h1>
        <p>
          Ask an owner of the organization for an invitation, then open its link.{' '}
          <a href="/">Your own pages</a>.
        </p>
      </div>
    </div>
  );
}
