import type { EntityResource } from '#shared/entities.ts'
import type { Pagination } from '#shared/paging.ts'
import type { HttpClient } from './http-client.ts'

export interface ListPage {
  readonly data: readonly EntityResource[]
  readonly pagination: Pagination
}

/** Follows the cursor to the end of a list; `path` has its parameters, but none for paging save `limit`. */
export async function* listAll(client: HttpClient, path: string): AsyncGenerator<ListPage> {
  let cursor = ''
  for (;;) {
    const page = await client.json<ListPage>({ method: 'GET', path: path + cursor })
    yield page
    if (!page.pagination.has_more) return
    cursor = `&cursor=${encodeURIComponent(page.pagination.next_cursor)}`
  }
}
