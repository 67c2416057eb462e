/** The widths and heights in pixels that thumbnails of stored pictures have at most: for cells, tiles and previews. */
export const thumbnailSides = [96, 256, 640] as const
