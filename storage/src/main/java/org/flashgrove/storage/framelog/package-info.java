/** Log of checksummed frames in one file: appending, scanning and compaction. */
package org.flashgrove.storage.framelog;
