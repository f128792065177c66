import { useCallback, useState } from 'react';

/** The width of an element in px, so that a drawing has letters of the same size at every width; 0 before it is drawn. */
export function useWidth() {
  const [width, setWidth] = useState(0);
  const ref = useCallback((element: Element | null) => {
    if (element === null) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width] as const;
}
