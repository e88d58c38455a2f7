/** The same cover at 160 px; pictures of artists and labels have one size only. */
export const smallCover = (cover: string): string => cover.replace(/-(1000|500)\.webp$/, '-160.webp');
