import { useNavigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { usePlace } from '../api/place.ts';
import { t } from '../language.ts';
import { textOf } from '../parts/forms/form.ts';

/** Finds products, orders, customers and factors from every page. The key `/` leads here. */
export function SearchField() {
  const place = usePlace();
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      const { target } = event;
      const isTyping =
        target instanceof HTMLElement && target.matches('input, textarea, select, dialog *');
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener('keydown', focus);
    return () => document.removeEventListener('keydown', focus);
  }, []);
  return (
    <search>
      <form
        className="search-field"
        onSubmit={(event) => {
          event.preventDefault();
          const text = textOf(new FormData(event.currentTarget), 'text');
          if (text !== undefined)
            void navigate({
              to: '/app/$organization/$world/search',
              params: place,
              search: { text },
            });
        }}
      >
        <Search aria-hidden />
        <input
          ref={input}
          type="search"
          name="text"
          aria-label={t('Search everything')}
          aria-keyshortcuts="/"
          placeholder={t('Search products, orders, passports')}
        />
        <kbd aria-hidden>/</kbd>
      </form>
    </search>
  );
}
