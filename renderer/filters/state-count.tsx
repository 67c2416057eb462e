/** How many there are, on the button that changes them; the chips beside it say which. */
export function StateCount({ count }: { count: number }) {
  return count === 0 ? null : (
    <span className="filter-state" aria-hidden>
      {count}
    </span>
  )
}
