/** Node stores on pages: staging, logging, recovery, and the plain buffer pool. */
package org.flashgrove.storage.node;
