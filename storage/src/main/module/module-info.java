/**
 * Files, devices, logs, buffers and heap files. Applications use them through the module {@code
 * org.flashgrove.access}.
 */
module org.flashgrove.storage {
  requires transitive org.flashgrove.core;
  requires jdk.jfr;
  requires jdk.unsupported;
  requires static org.jnrproject.jffi;
  requires static org.jnrproject.posix;
  requires static org.jspecify;

  exports org.flashgrove.storage.event;
  exports org.flashgrove.storage.component;
  exports org.flashgrove.storage.device;
  exports org.flashgrove.storage.file;
  exports org.flashgrove.storage.framelog;
  exports org.flashgrove.storage.file.disk to
      org.flashgrove.access,
      org.flashgrove.salvage,
      org.flashgrove.simulator;
  exports org.flashgrove.storage.heap;
  exports org.flashgrove.storage.heap.page;
  exports org.flashgrove.storage.log;
  exports org.flashgrove.storage.log.commit;
  exports org.flashgrove.storage.log.role;
  exports org.flashgrove.storage.node;
  exports org.flashgrove.storage.node.buffer;
  exports org.flashgrove.storage.node.compact to
      org.flashgrove.salvage;
  exports org.flashgrove.storage.node.pool;
  exports org.flashgrove.storage.node.device;
  exports org.flashgrove.storage.page;
  exports org.flashgrove.storage.placement;
  exports org.flashgrove.storage.salvage;
  exports org.flashgrove.storage.temporary to
      org.flashgrove.access;

  provides org.flashgrove.core.page.BufferMemory with
      org.flashgrove.storage.page.SegmentMemory;

  uses org.flashgrove.storage.device.DeviceKind;
}
