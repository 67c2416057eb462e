/** Why a read was ended before it was done: it took too long, nobody waits for it any more, or it has to make way for others. */
export type Interruption = 'deadline' | 'abandoned' | 'preempted'

/** Ends a read in the middle of a statement; nothing of it is kept. */
export class Interrupted extends Error {
  readonly reason: Interruption

  constructor(reason: Interruption) {
    super('The read was interrupted.')
    this.name = 'Interrupted'
    this.reason = reason
  }
}

/** Asked from time to time while a read goes on: a reason ends it. */
export type ReadGuard = () => Interruption | undefined
