/** The versioned root of the public API, as the specification fixes it. */
export const apiRoot = '/api/v1'
