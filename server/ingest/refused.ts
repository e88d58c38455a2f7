/** A delivered file or folder that cannot be taken; the message is the reason that the sender reads. */
export class DeliveryRefused extends Error {
  override name = 'DeliveryRefused';
}
