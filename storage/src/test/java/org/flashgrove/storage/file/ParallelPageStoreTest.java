package org.flashgrove.storage.file;

/** Reads by threads: through the page cache the kernel has no queue. */
class ParallelPageStoreTest extends ParallelReadContract {}
