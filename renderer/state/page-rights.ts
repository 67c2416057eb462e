import type { View } from '../query/place.ts'
import type { Right } from './rights.ts'

/** What one has to be allowed to see a page at all, and to change what it is about; null where nothing is asked. */
interface PageRights {
  readonly see: Right | null
  readonly change: Right | null
}

const open: PageRights = { see: null, change: null }
const changedBy = (change: Right): PageRights => ({ see: null, change })
const seenBy = (see: Right): PageRights => ({ see, change: see })

export const rightsOfPage: Readonly<Record<View, PageRights>> = {
  product: changedBy('values'),
  image: changedBy('values'),
  vendor: changedBy('values'),
  category: changedBy('values'),
  source: changedBy('values'),
  attributes: changedBy('attributes'),
  classes: changedBy('classes'),
  channels: changedBy('channels'),
  trash: seenBy('trash'),
  changes: changedBy('rows'),
  review: changedBy('review'),
  quality: changedBy('findings'),
  notes: changedBy('notes'),
  inbox: open,
  jobs: changedBy('jobs'),
  api: changedBy('keys'),
  connect: open,
  providers: changedBy('providers'),
  spend: open,
  settings: open,
  backups: seenBy('backups'),
  replica: seenBy('replica'),
  diagnostics: seenBy('diagnostics'),
  people: open,
  account: open,
  help: open,
  news: open,
}
