/** Files on disk and in memory, and the page stores, logs and locks made of them. */
package org.flashgrove.storage.file;
