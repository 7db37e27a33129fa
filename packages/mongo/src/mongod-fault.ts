/**
 * What keeps a mongod from being found or started, as one sentence for the operator; an edge prints `message` without
 * the stack.
 */
export class MongodFault extends Error {
  override name = 'MongodFault'
}
