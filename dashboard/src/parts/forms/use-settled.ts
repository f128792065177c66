import { useEffect, useState } from 'react';

/** Time without typing after which a look-up follows. */
const PAUSE_MS = 300;

/** A value that has not changed for a moment, so that each letter does not become a request. */
export function useSettled<Value extends string>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
