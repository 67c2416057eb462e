import { randomBytes } from 'node:crypto'

/** A point in creation order: milliseconds and a counter within them. Later ones are always greater. */
export interface IdClock {
  milliseconds: number
  counter: number
}

const maxCounter = 0xfff

/** The next UUIDv7, greater than every one made with this clock before, even when the computer's clock went back. */
export function nextUuid(clock: IdClock, now: number): string {
  if (now > clock.milliseconds) {
    clock.milliseconds = now
    clock.counter = 0
  } else if (clock.counter < maxCounter) {
    clock.counter += 1
  } else {
    clock.milliseconds += 1
    clock.counter = 0
  }
  return format(clock)
}

function format({ milliseconds, counter }: IdClock): string {
  const time = milliseconds.toString(16).padStart(12, '0')
  const random = randomTail()
  const variant = ((random.charCodeAt(0) & 3) | 8).toString(16)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counter.toString(16).padStart(3, '0')}-${variant}${random.slice(1, 4)}-${random.slice(4)}`
}

let pool = ''

// One call for random bytes costs more than the rest together: take them for 256 ids at a time.
function randomTail(): string {
  if (pool === '') pool = randomBytes(8 * 256).toString('hex')
  const tail = pool.slice(0, 16)
  pool = pool.slice(16)
  return tail
}
