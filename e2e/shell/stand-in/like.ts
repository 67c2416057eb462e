import type { EventEmitter } from 'node:events'

/**
 * Members of the real class that a class of the stand-in may implement, with the real signatures. tsc
 * fails on the stand-in when Electron's interface changes.
 */
export type Like<T> = Partial<Omit<T, keyof EventEmitter>>
