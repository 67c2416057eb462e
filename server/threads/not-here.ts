/** A server that reads from its own copy alone cannot do what was asked; the one that writes can. */
export class NotHere extends Error {
  constructor() {
    super('Only the server that writes can do this.')
  }
}
