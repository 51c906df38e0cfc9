/** What can still be known of the files of a damaged store, for all its structures. */
package org.flashgrove.storage.salvage;
