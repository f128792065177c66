import { createContext } from 'react';

/** Element of the frame that shows the path to the page; null on pages outside of an organization. */
export const PathSlot = createContext<HTMLElement | null>(null);
