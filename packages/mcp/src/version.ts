/** The build puts the version of the project here. */
export const version = 'source'
