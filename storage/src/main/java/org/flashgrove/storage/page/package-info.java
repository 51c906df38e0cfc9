/** Pages in memory, and decorators of page stores that count and record. */
package org.flashgrove.storage.page;
