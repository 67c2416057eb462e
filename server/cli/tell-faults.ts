import type { FieldError } from '#shared/errors.ts'
import { tellFault } from '../catalog/errors.ts'

/** The faults of a request in one line, each with what would be right. */
export function tellFaults(faults: readonly FieldError[]): string {
  return faults.map(tellWithRemedy).join(' ')
}

function tellWithRemedy(fault: FieldError): string {
  const { field, issue, acceptable_values: allowed = [] } = fault
  const remedy = issue === 'invalid_value' ? remedies[field] : undefined
  if (remedy) return remedy(allowed.join(', '))
  return `${tellFault(fault)}${allowed.length > 0 ? ` Allowed: ${allowed.join(', ')}.` : ''}`
}

/** What a person does not find out from a list of what is there, which may be empty. */
const remedies: Readonly<Record<string, (allowed: string) => string>> = {
  channel: (enabled) =>
    `This channel is not enabled in the workspace. Enable it in the app, under Channels.${enabled && ` Enabled: ${enabled}.`}`,
  view: (views) =>
    views
      ? `There is no such view. The views are: ${views}.`
      : 'There is no such view; none is saved for this type.',
}
