import type { Pagination } from '#shared/schemas/paging.ts'

/** Returns the cursor of the next page, for `getNextPageParam`; undefined after the last one. */
export function nextCursor({
  pagination,
}: {
  readonly pagination: Pick<Pagination, 'has_more' | 'next_cursor'>
}): string | undefined {
  return pagination.has_more ? pagination.next_cursor : undefined
}

/** Returns the rows of the loaded pages; undefined before the first one is. */
export function rowsOf<Row>(
  loaded: { readonly pages: readonly { readonly data: readonly Row[] }[] } | undefined,
): Row[] | undefined {
  return loaded?.pages.flatMap((page) => page.data)
}
