import type { Actor, EventRecord, EventVia } from '#shared/events.ts'

/** What an event tells that somebody did, as its sentence begins. */
export const deedTexts: Readonly<Record<EventRecord['event'], string>> = {
  'entity.created': 'Created',
  'entity.updated': 'Changed',
  'entity.deleted': 'Moved to the trash',
  'entity.restored': 'Restored from the trash',
  'attribute.created': 'Attribute added',
  'attribute.updated': 'Attribute changed',
  'attribute.deleted': 'Attribute deleted',
  'channel.created': 'Channel added',
  'channel.updated': 'Channel changed',
  'channel.deleted': 'Channel deleted',
  'job.completed': 'Job completed',
  'job.failed': 'Job failed',
  'job.cancelled': 'Job cancelled',
}

/** Through which door a change came. */
export const doorTexts: Readonly<Record<EventVia, string>> = {
  app: 'in the app',
  api: 'through the API',
  mcp: 'through an agent',
  import: 'through an import',
  generation: 'through a generation',
  source: 'from a source',
  restore: 'through a restore',
}

/** How the app calls whoever has changed something, within a sentence. */
export function nameActor({ type, name }: Actor): string {
  if (type === 'owner') return 'you'
  return name ?? (type === 'system' ? 'Vitrine' : 'a key that is gone')
}

/** What was done, by whom and through which door: `Changed by ERP sync through the API`. */
export function describeEvent({ event, actor, via }: EventRecord): string {
  return `${deedTexts[event]} by ${nameActor(actor)} ${doorTexts[via]}`
}
