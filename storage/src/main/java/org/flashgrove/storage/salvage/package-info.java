/** Results of a salvage that all kinds of structures share. */
package org.flashgrove.storage.salvage;
