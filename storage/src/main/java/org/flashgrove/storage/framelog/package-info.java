/** Log of checksummed frames in one file: appending, scanning, compaction and salvage. */
package org.flashgrove.storage.framelog;
