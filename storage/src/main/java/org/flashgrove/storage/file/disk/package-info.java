/** Files and directories on disk, and the lock of a store. */
package org.flashgrove.storage.file.disk;
