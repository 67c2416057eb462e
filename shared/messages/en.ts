import { assets } from './en/assets.ts'
import { attributes } from './en/attributes.ts'
import { automation } from './en/automation.ts'
import { catalog } from './en/catalog.ts'
import { channels } from './en/channels.ts'
import { delivery } from './en/delivery.ts'
import { faults } from './en/faults.ts'
import { formulas } from './en/formulas.ts'
import { imports } from './en/imports.ts'
import { jobs } from './en/jobs.ts'
import { models } from './en/models.ts'
import { quality } from './en/quality.ts'
import { team } from './en/team.ts'
import { workspaces } from './en/workspaces.ts'

/**
 * The program's messages for people, by code, as ICU messages. Every answer contains code and values in
 * addition to the text.
 */
export const english = {
  ...assets,
  ...attributes,
  ...automation,
  ...catalog,
  ...channels,
  ...delivery,
  ...faults,
  ...formulas,
  ...imports,
  ...jobs,
  ...models,
  ...quality,
  ...team,
  ...workspaces,
} as const

export type MessageCode = keyof typeof english
