/** A file of a web app, with its compressed forms where it has them. */
export interface WebAsset {
  contentType: string
  identity: Buffer
  br?: Buffer
  gzip?: Buffer
}

/** A built web app. */
export interface BuiltWebApp {
  /** The page, with the places that the server fills. */
  index: string
  /** By name; a name has the hash of its contents in it. */
  assets: ReadonlyMap<string, WebAsset>
}
