import { describedEnum } from '../../graphql/enums.ts';
import type { CartState } from './model.ts';

export const CartStateEnum = describedEnum<CartState>(
  'ShoppingCartState',
  'State of a shopping cart.',
  {
    OPEN: 'The cart can be changed.',
    CHECKED_OUT: 'Made into an order.',
    ABANDONED: 'Given up, or past its time. Writing a line opens it again.',
  },
);
