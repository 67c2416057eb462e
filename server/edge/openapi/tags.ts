import type { Tag } from '#shared/routes/route.ts'

/** The groups of the reference page, in its order. */
export const tags: Readonly<Record<Tag, string>> = {
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
}
