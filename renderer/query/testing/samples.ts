import type { EntityResource } from '#shared/entities.ts'
import type { EventRecord } from '#shared/events.ts'
import type { GridAttribute } from '../columns.ts'

/** Returns a text attribute of products named like its key, with the members of `part` overridden. */
export function sampleAttribute(key: string, part: Partial<GridAttribute> = {}): GridAttribute {
  return {
    id: key,
    key,
    name: key,
    entity_type: 'product',
    data_type: 'single_line_text_field',
    channel: null,
    is_primary: false,
    writable: true,
    acceptable_values: [],
    default_value: null,
    ...part,
  }
}

export function sampleEntity(id: string, part: Partial<EntityResource> = {}): EntityResource {
  return {
    id,
    type: 'product',
    label: id,
    parent_id: null,
    created_at: null,
    updated_at: null,
    attributes: {},
    ...part,
  }
}

export function sampleEvent(id: string, part: Partial<EventRecord> = {}): EventRecord {
  return {
    id: `event of ${id}`,
    sequence: 1,
    event: 'entity.updated',
    entity: { id, type: 'product', label: null },
    actor: { type: 'owner', id: null, name: null },
    via: 'app',
    job_id: null,
    request_id: null,
    automation_id: null,
    created_at: '2026-01-01T00:00:00.000Z',
    changes: [],
    ...part,
  }
}
