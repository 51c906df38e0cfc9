package org.flashgrove.core.page;

/** A store written after the Javadoc of its port keeps the port's contract. */
class ByteArrayPageStoreTest extends PageStoreContract {
  private ByteArrayPageStore.Device device;

  @Override
  protected PageStore create(int pageSize) {
    device = new ByteArrayPageStore.Device();
    return new ByteArrayPageStore(device, pageSize);
  }

  @Override
  protected PageStore reopen(int pageSize) {
    return new ByteArrayPageStore(device, pageSize);
  }
}
