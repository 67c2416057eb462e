import type { ComponentProps, MouseEvent } from 'react'
import { goTo, toSearch, type PageLocation } from './location.ts'

interface LocationLinkProps extends Omit<ComponentProps<'a'>, 'href' | 'onClick'> {
  readonly to: PageLocation
  /** Runs before the page changes, where the link is followed in this tab. */
  readonly onFollow?: () => void
}

/** A real link to a location of the workspace, so that it can be opened in another tab. */
export function LocationLink({ to, onFollow, ...props }: LocationLinkProps) {
  const follow = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    onFollow?.()
    goTo(to)
  }
  return <a {...props} href={toSearch(to)} onClick={follow} />
}
