import type { EntityType } from '#shared/entities.ts'

/** The groups of the reference page, in its order. */
export const tags = {
  Products: 'Products, their variants and their completeness.',
  Images: 'Images: entities with the keys that the workspace defines for them.',
  Vendors: 'Vendors, which products refer to.',
  Categories: 'Categories, a tree through `parent_id`.',
  Sources: 'Sources of data. They are created by a job and have neither upsert nor batch.',
  Attributes: 'The schema of the workspace: which keys an entity type has and what they hold.',
  Edits:
    'Many values in one transaction, over a list of edits or over everything that matches a filter; both can be undone.',
  Channels: 'Sales channels: what they ask of a product, and how far the catalog meets it.',
  Events: 'The change feed of the workspace.',
  Jobs: 'Long tasks, which are polled.',
  'Imports and exports': 'Files in and out, worked off by jobs.',
  Files: 'Bytes kept in the workspace, named by their SHA-256.',
  Description: 'This document.',
  Owner: 'What only the owner of the catalog does, with the session of the app.',
} as const satisfies Record<string, string>
export type Tag = keyof typeof tags

const tagOf = {
  product: 'Products',
  image: 'Images',
  vendor: 'Vendors',
  category: 'Categories',
  source: 'Sources',
} as const satisfies Record<EntityType, Tag>

/** The group of an entity type. */
export function toTag(type: EntityType): Tag {
  return tagOf[type]
}

/** The text with a capital letter, for operationIds. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
