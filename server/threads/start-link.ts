import type { LinkStart } from '../cluster/link.ts'
import { beginWorker } from './spare-workers.ts'

/** The writer sleeps while its cluster is asked, so another thread does the asking. */
export function startLink(link: LinkStart): void {
  beginWorker({ role: 'link', file: '', link }, { transferList: [link.port] }).unref()
}
