import {
  createContext,
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  useContext,
  useId,
} from 'react';
import { ServiceText } from '../service-text/service-text.tsx';

export type FieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> & {
  readonly label: string;
  readonly help?: ReactNode;
  readonly problem?: string | undefined;
};

/** Finds the problem of a field of the form around it by its name. */
export const FieldProblems = createContext<(name: string) => string | undefined>(() => undefined);

function useProblem(name: string | undefined, given: string | undefined): string | undefined {
  const problemOf = useContext(FieldProblems);
  return given ?? (name === undefined ? undefined : problemOf(name));
}

/** A labelled input. Its problem is read with it, and says what to do. */
export function Field({ label, help, problem: given, ...input }: FieldProps) {
  const id = useId();
  const problem = useProblem(input.name, given);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        id={id}
        aria-invalid={problem !== undefined}
        aria-describedby={describedBy(id, help, problem)}
      />
      <Notes id={id} help={help} problem={problem} />
    </div>
  );
}

type SelectProps = Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id'> & {
  readonly label: string;
  readonly help?: ReactNode;
  readonly problem?: string | undefined;
  /** Values and their words. */
  readonly choices: readonly (readonly [value: string, label: string])[];
};

/** A labelled choice. */
export function SelectField({ label, help, problem: given, choices, ...select }: SelectProps) {
  const id = useId();
  const problem = useProblem(select.name, given);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        {...select}
        id={id}
        aria-invalid={problem !== undefined}
        aria-describedby={describedBy(id, help, problem)}
      >
        {choices.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      <Notes id={id} help={help} problem={problem} />
    </div>
  );
}

type NotesProps = {
  readonly id: string;
  readonly help: ReactNode;
  readonly problem: string | undefined;
};

/** The help and the problem of a field, under it. */
function Notes({ id, help, problem }: NotesProps) {
  if (help === undefined && problem === undefined) return null;
  return (
    <span className="notes">
      {help !== undefined && (
        <span className="help" id={`${id}-help`}>
          {help}
        </span>
      )}
      {problem !== undefined && (
        <span className="problem" id={`${id}-problem`}>
          <ServiceText>{problem}</ServiceText>
        </span>
      )}
    </span>
  );
}

function describedBy(id: string, help: ReactNode, problem: string | undefined) {
  const notes = [help && `${id}-help`, problem && `${id}-problem`].filter(Boolean).join(' ');
  return notes === '' ? undefined : notes;
}
