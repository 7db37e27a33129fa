/**
 * The one version that is downloaded. 8.0 is the oldest series with builds for all our platforms (Debian 12 and Ubuntu
 * 24.04 among them) and has long-term support; 8.2 and later have not.
 */
export const downloadVersion = '8.0.32'

/** The SHA-256 sums that MongoDB's archives must have, in hexadecimal, by archive name. */
export type ArchiveSums = Readonly<Record<string, string>>

/**
 * The sums of `downloadVersion`, for each platform with a download. They are those that others publish for the same archive names, since
 * MongoDB's own list could not be read: OneinStack's panel (script-registry/bundled/mongodb in oneinstack/Oneinstack-Panel) has all for
 * Linux; three more projects have `ubuntu2404`, a desktop program's table `ubuntu2204` and `debian12`; six projects have `macos-arm64`,
 * one of which compared it with MongoDB's list, and one has `macos-x86_64`.
 */
export const archiveSums: ArchiveSums = {
  'mongodb-linux-aarch64-amazon2023-8.0.32.tgz': 'b55cd433aa3c3ea43b9545d3625e52068e25f18eea7ba156b12d97b28d4fc4f9',
  'mongodb-linux-aarch64-rhel8-8.0.32.tgz': 'a7ff6ade9efb7c0566a4b2f3bc828a245729c1a0553c311d992f3564fab3f5bf',
  'mongodb-linux-aarch64-rhel93-8.0.32.tgz': '76e77cf57421604d3f302078e73d37523d067716f587c6c634ed94adbc8540d0',
  'mongodb-linux-aarch64-ubuntu2204-8.0.32.tgz': '7411bc9efef53346a26e67241ca9db9926c30b7a056e2515068223b497682c81',
  'mongodb-linux-aarch64-ubuntu2404-8.0.32.tgz': '8cca3993520a7f189790264ee57fb5d55a91094fb4be5f06bbbaf67c974d273f',
  'mongodb-linux-x86_64-amazon2023-8.0.32.tgz': '6c2a714294985566a21cb9b97dd7422a0d46e43affca95d2d1dc303f0e60515e',
  'mongodb-linux-x86_64-debian12-8.0.32.tgz': 'b61cda162c6592347b7503c683145304f74c900b1c10a395520c7c24d3f8445c',
  'mongodb-linux-x86_64-rhel8-8.0.32.tgz': '0c582aa72b45fb74e15c47f4d13d329a506ae5b7ceef65362fa11b40826da0aa',
  'mongodb-linux-x86_64-rhel93-8.0.32.tgz': '91d7f9fd463d3b91359528bcce8d8c2c30ff6aa90f1f58480e225d70a7057566',
  'mongodb-linux-x86_64-suse15-8.0.32.tgz': 'b8b6267af41a4d879eb69bfee4955ab7d6dcfcd9541b84ba23b348e9d9b8315c',
  'mongodb-linux-x86_64-ubuntu2204-8.0.32.tgz': '41da8d92dde2896ebda278cf296ae86462da6b39eda81ce6ce4fb9ce819adb2e',
  'mongodb-linux-x86_64-ubuntu2404-8.0.32.tgz': 'b411be17c31ef249767ed91974d876e007c91afd5f45e1534057d247eada9f0d',
  'mongodb-macos-arm64-8.0.32.tgz': 'f81cb258434d548dca7244d599c82eb339043d8dedd0b1b807870c9d263117f2',
  'mongodb-macos-x86_64-8.0.32.tgz': '4073d96f1a83ecae289997cb1f9ace5258a740fdb9b8b06ee00098ec342d1bce',
}
