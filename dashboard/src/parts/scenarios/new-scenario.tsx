import { useNavigate } from '@tanstack/react-router';
import { Split } from 'lucide-react';
import { usePlace } from '../../api/place.ts';
import { request } from '../../api/request.ts';
import { useTask } from '../../api/use-task.ts';
import { t } from '../../language.ts';
import { Allowed } from '../page/allowed.tsx';
import { TaskFailure } from '../page/notice.tsx';
import { CREATE_SCENARIO } from './override-input.ts';

type Subject =
  | { readonly productId: string }
  | { readonly orderId: string }
  | { readonly calculationId: string };

/** Makes a scenario without changes of a product, an order or an earlier result, and opens its page. */
export function NewScenario({
  name,
  subject,
  label,
}: {
  readonly name: string;
  readonly subject: Subject;
  /** Name of the button for those who cannot see where it is. */
  readonly label?: string;
}) {
  const place = usePlace();
  const navigate = useNavigate();
  const task = useTask(async (_: undefined) => {
    const { createScenario } = await request(place, CREATE_SCENARIO, {
      input: { name, ...subject },
    });
    const id = createScenario?.scenario?.id;
    if (id !== undefined)
      await navigate({ to: '/app/$organization/$world/scenarios/$id', params: { ...place, id } });
  });
  return (
    <Allowed permission="SCENARIOS_WRITE" tier="GROWTH">
      <button
        type="button"
        aria-label={label}
        disabled={task.isRunning}
        onClick={() => void task.run(undefined)}
      >
        <Split /> {t('New scenario')}
      </button>
      <TaskFailure task={task} />
    </Allowed>
  );
}
