/** Pages in memory, and page stores that wrap another page store to count or copy. */
package org.flashgrove.storage.page;
