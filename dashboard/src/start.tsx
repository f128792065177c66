import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { LucideProvider } from 'lucide-react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Failure } from './api/session.ts';
import { createPageRouter } from './router.tsx';

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // A refusal is final; what failed on the way is tried again.
      retry: (count, error) => count < 2 && !(error instanceof Failure && error.code !== undefined),
    },
  },
});

const root = document.getElementById('root');
if (root !== null)
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <LucideProvider size={18} strokeWidth={1.6}>
          <RouterProvider router={createPageRouter(queries)} />
        </LucideProvider>
      </QueryClientProvider>
    </StrictMode>,
  );
