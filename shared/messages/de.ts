import type { MessageCode } from './en.ts'
import { assets } from './de/assets.ts'
import { attributes } from './de/attributes.ts'
import { automation } from './de/automation.ts'
import { catalog } from './de/catalog.ts'
import { channels } from './de/channels.ts'
import { delivery } from './de/delivery.ts'
import { faults } from './de/faults.ts'
import { formulas } from './de/formulas.ts'
import { imports } from './de/imports.ts'
import { jobs } from './de/jobs.ts'
import { models } from './de/models.ts'
import { quality } from './de/quality.ts'
import { team } from './de/team.ts'
import { workspaces } from './de/workspaces.ts'

export const german: Readonly<Record<MessageCode, string>> = {
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
}
