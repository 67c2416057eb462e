import type { NewApiKey } from '#shared/app-surface.ts'
import { presetScopes, type AccessPreset } from './scope-choices.ts'
import { t } from '../ui/text.ts'

export type KeyLifetime = 'never' | '30' | '90' | '365'

/** A key as it is being entered. */
export interface KeyDraft {
  readonly name: string
  readonly access: AccessPreset
  /** What is ticked under the preset `custom`. */
  readonly scopes: readonly string[]
  readonly lifetime: KeyLifetime
}

export const emptyKeyDraft: KeyDraft = {
  name: '',
  access: 'read',
  scopes: presetScopes.read,
  lifetime: 'never',
}

export type KeyFaults = Partial<Record<'name' | 'scopes', string>>

export function checkKeyDraft({ name, access, scopes }: KeyDraft): KeyFaults {
  return {
    ...(name.trim() === '' ? { name: t('Name it after what will use it.') } : {}),
    ...(access === 'custom' && scopes.length === 0 ? { scopes: t('Tick at least one scope.') } : {}),
  }
}

const dayMs = 86_400_000

/** The body of the request; a lifetime counts from `now`. */
export function toNewKey({ name, access, scopes, lifetime }: KeyDraft, now: Date): NewApiKey {
  const expires = new Date(now.getTime() + Number(lifetime) * dayMs)
  return {
    name: name.trim(),
    scopes: access === 'custom' ? scopes : presetScopes[access],
    ...(lifetime === 'never' ? {} : { expires_at: expires.toISOString() }),
  }
}
